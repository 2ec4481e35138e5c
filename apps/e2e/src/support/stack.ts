/** Services of an installation. */
export const services = ['gateway', 'projects', 'inference', 'storage', 'interactions', 'feedback'];

/** The running installation under test, as the test runner describes it (infra/local/test.mjs). */
export interface Stack {
  /** Base address without a path, for example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly adminKey: string;
  /** Key of project `demo` with all permissions but `manage`. */
  readonly demoKey: string;
  /** Folder of the supervisor's process records; only for tests in `this-machine/`. */
  readonly runDir: string;
  /** Folder for downloads, shared by all runs. */
  readonly cacheDir: string;
  /** Address to which services export sampled spans; only for tests in `this-machine/`. */
  readonly otlpEndpoint: string;
  /** Address of this machine at which the installation reaches servers of the tests. */
  readonly ownHost: string;
}

/** @throws Error naming the variable that is missing: the suite runs through `npm test -- e2e`. */
export function stack(): Stack {
  return {
    url: variable('EARSHOT_URL'),
    adminKey: variable('EARSHOT_ADMIN_KEY'),
    demoKey: variable('EARSHOT_DEMO_KEY'),
    get runDir() {
      return variable('EARSHOT_RUN_DIR');
    },
    cacheDir: variable('EARSHOT_CACHE_DIR'),
    get otlpEndpoint() {
      return variable('OTEL_EXPORTER_OTLP_ENDPOINT');
    },
    ownHost: process.env['EARSHOT_TEST_HOST'] ?? '127.0.0.1',
  };
}

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run these tests with 'npm test -- e2e'.`);
  return value;
}

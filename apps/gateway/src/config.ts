import {
  acceptedSecretKeysSetting,
  baseSettings,
  secretKeySetting,
  setting,
  wholeNumber,
  type Config,
} from '@earshot/service-kit';
import { z } from 'zod';
import { chatBodyBytes } from './http/limits.js';

/** The settings of the gateway. */
export const settings = {
  ...baseSettings,
  secretKey: secretKeySetting,
  acceptedSecretKeys: acceptedSecretKeysSetting,
  host: setting('HOST', z.string().default('127.0.0.1'), 'Address that the interface listens on.'),
  port: setting(
    'PORT',
    wholeNumber(0, 65_535).default(8080),
    'Port of the interface, /livez, /readyz and /metrics; 0: any free port.',
  ),
  adminKey: setting(
    'EARSHOT_ADMIN_KEY',
    z.string().regex(/^es_[0-9A-Za-z]{43}$/, 'must be es_ and 43 letters or digits'),
    'API key with all permissions: es_ and 43 random letters or digits.',
  ),
  chatDeadlineS: setting(
    'EARSHOT_CHAT_DEADLINE_S',
    wholeNumber(1, 86_400).default(600),
    'Timeout of a chat request, in s.',
  ),
  maxConnections: setting(
    'EARSHOT_MAX_CONNECTIONS',
    wholeNumber(1, 1_000_000).default(10_000),
    'Maximum number of open connections; further ones are closed.',
  ),
  maxConnectionsPerAddress: setting(
    'EARSHOT_MAX_CONNECTIONS_PER_ADDRESS',
    wholeNumber(1, 1_000_000).default(5_000),
    'Maximum number of open connections of an IPv4 address or IPv6 /64 network.',
  ),
  projectConcurrent: setting(
    'EARSHOT_PROJECT_CONCURRENT',
    wholeNumber(1, 10_000).default(500),
    'Default limit of concurrent chats and embeddings of a project in this process.',
  ),
  bodyMemoryBytes: setting(
    'EARSHOT_BODY_MEMORY_BYTES',
    wholeNumber(2 * chatBodyBytes, 1_099_511_627_776).optional(),
    'Memory for request bodies, in bytes. None: 1/4 of the heap, at least 64 MiB.',
  ),
  graphqlIntrospection: setting(
    'EARSHOT_GRAPHQL_INTROSPECTION',
    z.stringbool({ truthy: ['true'], falsy: ['false'] }).default(false),
    'true: `POST /api/graphql` shows its schema to callers with a key.',
  ),
  uploadPartMinBytes: setting(
    'EARSHOT_UPLOAD_PART_MIN_BYTES',
    wholeNumber(1, 104_857_600).default(1),
    'Minimum size of a part of an upload, in bytes.',
  ),
  uploadPartMaxBytes: setting(
    'EARSHOT_UPLOAD_PART_MAX_BYTES',
    wholeNumber(1, 5_368_709_120).default(104_857_600),
    'Maximum size of a part of an upload, in bytes; S3 allows 5 GiB.',
  ),
};

/** The gateway's settings as they are in force. */
export type GatewayConfig = Config<typeof settings>;

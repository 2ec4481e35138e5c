/** Misbehaving HTTP servers for tests of clients. */
export { hostileServers, written, type GoodAnswer, type HostileServer } from './testing/hostile-servers.js';
export { RawServer, type RawScript } from './testing/raw-server.js';

/** Misbehaving HTTP servers for tests of clients. */
export { hostileServers, written, type GoodAnswer, type HostileServer } from './hostile-servers.js';
export { RawServer, type RawScript } from './raw-server.js';

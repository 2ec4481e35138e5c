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
  host: setting('HOST', z.string().default('127.0.0.1'), 'Address on which the interface is served.'),
  port: setting(
    'PORT',
    wholeNumber(0, 65_535).default(8080),
    'Port on which the interface and /livez, /readyz, /metrics are served; 0 takes a free one.',
  ),
  adminKey: setting(
    'EARSHOT_ADMIN_KEY',
    z.string().regex(/^es_[0-9A-Za-z]{43}$/, 'must be es_ and 43 letters or digits'),
    'API key that may do everything: es_ and 43 letters or digits that hold 256 random bits.',
  ),
  chatDeadlineS: setting(
    'EARSHOT_CHAT_DEADLINE_S',
    wholeNumber(1, 86_400).default(600),
    'Seconds that a chat request may take from first to last byte.',
  ),
  maxConnections: setting(
    'EARSHOT_MAX_CONNECTIONS',
    wholeNumber(1, 1_000_000).default(10_000),
    'Connections that are open at one time; more are closed at once.',
  ),
  maxConnectionsPerAddress: setting(
    'EARSHOT_MAX_CONNECTIONS_PER_ADDRESS',
    wholeNumber(1, 1_000_000).default(5_000),
    'Connections of one client address (of IPv6 the first 64 bits) that are open at one time; more are closed at once.',
  ),
  projectConcurrent: setting(
    'EARSHOT_PROJECT_CONCURRENT',
    wholeNumber(1, 10_000).default(500),
    'Chats and embeddings that a project may have under way in this process, where its `limits` do not say.',
  ),
  bodyMemoryBytes: setting(
    'EARSHOT_BODY_MEMORY_BYTES',
    wholeNumber(2 * chatBodyBytes, 1_099_511_627_776).optional(),
    'Memory that request bodies may take in this process, in bytes; more are a 503. None: a quarter of the heap limit, at least 64 MiB.',
  ),
  uploadPartMinBytes: setting(
    'EARSHOT_UPLOAD_PART_MIN_BYTES',
    wholeNumber(1, 104_857_600).default(1),
    'Least that a part of an upload may have, in bytes.',
  ),
  uploadPartMaxBytes: setting(
    'EARSHOT_UPLOAD_PART_MAX_BYTES',
    wholeNumber(1, 5_368_709_120).default(104_857_600),
    'Most that a part of an upload may have, in bytes; S3 takes 5 GiB.',
  ),
};

/** The gateway's settings as they are in force. */
export type GatewayConfig = Config<typeof settings>;

import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccessGuard, ProjectGuard, AuthenticationGuard } from './access.guard.js';
import { ApiKeyIndex } from './api-key-index.js';
import { Authenticator } from './authenticator.js';
import { KeyUseRecorder } from './key-use-recorder.js';
import { ProjectAccess } from './project-access.js';
import { SessionIndex } from './session-index.js';
import { StandingAccess } from './standing-access.js';

/** Authentication and permissions. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    ...[ApiKeyIndex, SessionIndex, Authenticator, KeyUseRecorder, ProjectAccess],
    ...[AuthenticationGuard, AccessGuard, ProjectGuard, StandingAccess],
  ],
  exports: [
    ...[ProjectAccess, ApiKeyIndex, SessionIndex, Authenticator, KeyUseRecorder],
    ...[AuthenticationGuard, AccessGuard, ProjectGuard, StandingAccess],
  ],
})
export class AuthModule {}

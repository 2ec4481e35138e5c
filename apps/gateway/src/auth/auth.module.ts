import { Global, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import { ProjectDirectory } from '@earshot/directory';
import type { FastifyInstance } from 'fastify';
import { Admission } from '../limits/admission.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ProjectPlaces } from '../limits/project-places.js';
import { routesOf } from '../openapi/route-inventory.js';
import { addAccess } from './access.hook.js';
import { ApiKeyIndex } from './api-key-index.js';
import { addAuthentication } from './authentication.hook.js';
import { Authenticator } from './authenticator.js';
import { KeyUses } from './key-uses.js';
import { NamedProject } from './named-project.js';
import { ProjectAccess } from './project-access.js';
import { RouteRules } from './route-rules.js';

/** Who may do what: authentication, permissions and limits, all before a body is read. */
@Global()
@Module({
  imports: [LimitsModule, DiscoveryModule],
  providers: [ApiKeyIndex, Authenticator, KeyUses, ProjectAccess, NamedProject],
  exports: [LimitsModule, ProjectAccess, NamedProject],
})
export class AuthModule {
  constructor(
    { httpAdapter }: HttpAdapterHost,
    authenticator: Authenticator,
    uses: KeyUses,
    projects: ProjectAccess,
    admission: Admission,
    places: ProjectPlaces,
    directory: ProjectDirectory,
    discovery: DiscoveryService,
  ) {
    const server = httpAdapter.getInstance<FastifyInstance>();
    const rules = new RouteRules(routesOf(discovery.getControllers().map(({ metatype }) => metatype as Type)));
    addAuthentication(server, authenticator, uses);
    addAccess(server, { rules, admission, places, directory, projects });
  }
}

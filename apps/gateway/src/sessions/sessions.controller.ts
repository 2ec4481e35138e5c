import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { createSessionSchema, sessionPageSchema, sessionSchema, type CreateSession } from '@earshot/dto-projects';
import { Public } from '@earshot/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkSameOrigin } from '../auth/csrf.js';
import { callerOf, managementCall } from '../auth/request-context.js';
import { RequirePermission } from '../auth/route.decorators.js';
import { sessionTokenOf, setSessionCookie } from '../auth/session-cookie.js';
import { credentialBodyBytes } from '../http/limits.js';
import { BodyPipe } from '../http/request-pipes.js';
import { LimitsGuard } from '../limits/limits.guard.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { laneErrors } from '../openapi/route-errors.js';
import { SessionsService } from './sessions.service.js';

/** Sessions of browsers. */
@RequirePermission()
@Resource('Browser sessions')
@Controller('api/v1/sessions')
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly limits: LimitsGuard,
  ) {}

  @Post()
  @Public()
  @RouteConfig({ bodyBytes: credentialBodyBytes })
  @Operation({
    id: 'createSession',
    summary: 'Sign in with a browser',
    description:
      'Exchanges an API key, or the code of a sign-in link, for a session of 12 hours. The response sets the cookie ' +
      '`earshot_session`. The session has the rights of its API key, and ends with it.',
    answer: sessionSchema,
    errors: [
      'api_key_invalid',
      'sign_in_code_invalid',
      'csrf_token_invalid',
      'not_acceptable',
      'unsupported_media_type',
      'requests_per_minute_exceeded',
      ...laneErrors,
    ],
  })
  async create(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body(new BodyPipe(createSessionSchema)) body: CreateSession,
  ) {
    checkSameOrigin(request);
    const { token, maxAgeS, session } = await this.sessions.open(body, (caller) => {
      // The route is public, so no guard has done this.
      request.caller = caller;
      this.limits.check(request, reply);
      return managementCall(request);
    });
    setSessionCookie(request, reply, token, maxAgeS);
    return session;
  }

  @Get()
  @Public()
  @Operation({
    id: 'listSessions',
    summary: 'List the sessions of the cookie',
    description: 'Returns the session of the cookie, or an empty list when the browser is signed out.',
    answer: sessionPageSchema,
    errors: laneErrors,
  })
  async list(@Req() request: FastifyRequest) {
    return { data: await this.sessions.list(sessionTokenOf(request)), next_cursor: null };
  }

  @Get('current')
  @Operation({
    id: 'readCurrentSession',
    summary: 'Get the session of the cookie',
    description: 'Returns the key, its permissions and the CSRF token for writes.',
    answer: sessionSchema,
  })
  read(@Req() request: FastifyRequest) {
    return this.sessions.read(callerOf(request), request.browserSession);
  }

  @Delete('current')
  @Operation({
    id: 'deleteCurrentSession',
    summary: 'Sign out',
    description: 'Ends the session of the cookie on every gateway and deletes the cookie.',
  })
  async delete(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.sessions.end(callerOf(request), request.browserSession, managementCall(request));
    setSessionCookie(request, reply, '', 0);
  }
}

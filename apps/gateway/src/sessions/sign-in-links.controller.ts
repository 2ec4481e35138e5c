import { Controller, Post, Req } from '@nestjs/common';
import { signInLinkSchema } from '@earshot/dto-projects';
import type { FastifyRequest } from 'fastify';
import { Context, type RequestContext } from '../auth/request-context.js';
import { RequirePermission } from '../auth/route.decorators.js';
import { publicAddressOf } from '../http/public-address.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { SignInLinksService } from './sign-in-links.service.js';

/** Links that sign a browser in once. */
@RequirePermission()
@Resource('Browser sessions')
@Controller('api/v1/sign_in_links')
export class SignInLinksController {
  constructor(private readonly links: SignInLinksService) {}

  @Post()
  @Operation({
    id: 'createSignInLink',
    summary: 'Create a sign-in link',
    description:
      "Creates a link that signs a browser in with the caller's API key, once, within 10 minutes. It needs the API key " +
      'itself; a session cannot create links.',
    answer: signInLinkSchema,
  })
  create(@Context() context: RequestContext, @Req() request: FastifyRequest) {
    return this.links.create(context, request.browserSession, publicAddressOf(request));
  }
}

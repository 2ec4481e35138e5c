import { Module } from '@nestjs/common';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInLinksController } from './sign-in-links.controller.js';
import { SignInLinksService } from './sign-in-links.service.js';

/** `/api/v1/sessions` and `/api/v1/sign_in_links` */
@Module({
  controllers: [SessionsController, SignInLinksController],
  providers: [SessionsService, SignInLinksService],
})
export class SessionsModule {}

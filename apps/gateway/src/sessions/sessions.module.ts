import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInLinksController } from './sign-in-links.controller.js';
import { SignInLinksService } from './sign-in-links.service.js';

/** `/api/v1/sessions` and `/api/v1/sign_in_links` */
@Module({
  imports: [LimitsModule],
  controllers: [SessionsController, SignInLinksController],
  providers: [SessionsService, SignInLinksService],
})
export class SessionsModule {}

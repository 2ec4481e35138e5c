import { Module } from '@nestjs/common';
import { ChatCompletionsModule } from '../chat-completions/chat-completions.module.js';
import { LimitsModule } from '../limits/limits.module.js';
import { ModelsModule } from '../models/models.module.js';
import { AnthropicDialectController } from './anthropic-dialect.controller.js';
import { AnthropicDialectService } from './anthropic-dialect.service.js';

/** `/anthropic/v1` */
@Module({
  imports: [ChatCompletionsModule, LimitsModule, ModelsModule],
  controllers: [AnthropicDialectController],
  providers: [AnthropicDialectService],
})
export class AnthropicDialectModule {}

import { Module } from '@nestjs/common';
import { CONFIG, LOGGER, type Logger } from '@earshot/service-kit';
import { toolHeaders, type InferenceConfig } from '../../config.js';
import { OutgoingModule, ToolAddresses } from '../../outgoing/outgoing.module.js';
import { ToolCaller } from './tool-caller.js';
import { ToolHttp } from './tool-http.js';

const toolCaller = {
  provide: ToolCaller,
  inject: [CONFIG, ToolAddresses, LOGGER],
  useFactory: (config: InferenceConfig, addresses: ToolAddresses, logger: Logger) => {
    const http = new ToolHttp(addresses);
    return new ToolCaller(http, toolHeaders(config), config.toolsTimeoutS * 1_000, logger);
  },
};

/** Calls the tools of projects. The chats close it, once none is running. */
@Module({ imports: [OutgoingModule], providers: [toolCaller], exports: [ToolCaller] })
export class ToolCallingModule {}

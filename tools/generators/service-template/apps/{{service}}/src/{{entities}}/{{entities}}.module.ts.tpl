import { Module } from '@nestjs/common';
import { {{Entities}}Consumer } from './{{entities}}.consumer.js';
import { {{Entities}}Repository } from './{{entities}}.repository.js';
import { {{Entities}}Service } from './{{entities}}.service.js';

/** {{EntitiesSentence}}. */
@Module({ controllers: [{{Entities}}Consumer], providers: [{{Entities}}Service, {{Entities}}Repository] })
export class {{Entities}}Module {}

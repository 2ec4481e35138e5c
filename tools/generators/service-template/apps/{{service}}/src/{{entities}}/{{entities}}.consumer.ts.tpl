import { Controller } from '@nestjs/common';
import { create{{Entity}}, list{{Entities}}, type Create{{Entity}}, type List{{Entities}} } from '@earshot/contracts-{{service}}';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { {{Entities}}Service } from './{{entities}}.service.js';

/** Handles the commands of {{entitiesWords}}. */
@Controller()
export class {{Entities}}Consumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly {{entitiesCamel}}: {{Entities}}Service,
  ) {}

  @CommandHandler(create{{Entity}})
  create(commands: readonly Command<Create{{Entity}}>[]) {
    return this.runner.run(create{{Entity}}, commands, (tx, { body }) => this.{{entitiesCamel}}.create(tx, body));
  }

  @CommandHandler(list{{Entities}})
  list(commands: readonly Command<List{{Entities}}>[]) {
    return this.runner.read(commands, (tx, { body }) => this.{{entitiesCamel}}.list(tx, body));
  }
}

import { Controller } from '@nestjs/common';
import { createImage, listImages, type CreateImage, type ListImages } from '@earshot/contracts-storage';
import { CommandHandler, type Command } from '@earshot/messaging';
import { CommandRunner } from '@earshot/persistence';
import { ImagesService } from './images.service.js';

/** Takes the commands about images. */
@Controller()
export class ImagesConsumer {
  constructor(
    private readonly runner: CommandRunner,
    private readonly images: ImagesService,
  ) {}

  @CommandHandler(createImage)
  create(commands: readonly Command<CreateImage>[]) {
    return this.runner.run(createImage, commands, (tx, { body }) => this.images.create(tx, body));
  }

  @CommandHandler(listImages)
  list(commands: readonly Command<ListImages>[]) {
    return this.runner.read(commands, (tx, { body }) => this.images.list(tx, body));
  }
}

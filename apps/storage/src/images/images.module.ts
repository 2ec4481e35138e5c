import { Module } from '@nestjs/common';
import { ImagesConsumer } from './images.consumer.js';
import { ImagesRepository } from './images.repository.js';
import { ImagesService } from './images.service.js';

/** Images: commands, rules, rows. */
@Module({ controllers: [ImagesConsumer], providers: [ImagesService, ImagesRepository] })
export class ImagesModule {}

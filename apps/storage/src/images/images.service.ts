import { Injectable } from '@nestjs/common';
import type { CreateImage, ListImages, Image, ImagePage } from '@earshot/contracts-storage';
import type { Transaction } from '@earshot/persistence';
import { ImagesRepository } from './images.repository.js';

/** The rules of images. */
@Injectable()
export class ImagesService {
  constructor(private readonly images: ImagesRepository) {}

  /** Makes a image. */
  async create(tx: Transaction, request: CreateImage): Promise<Image> {
    const now = new Date().toISOString();
    const image = { ...request, created_at: now, updated_at: now };
    await this.images.insert(tx, image);
    return image;
  }

  /** One page of a project's. */
  list(tx: Transaction, request: ListImages): Promise<ImagePage> {
    return this.images.page(tx, request);
  }
}

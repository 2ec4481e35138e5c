import { Injectable, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { openApiDocument } from './document.js';
import { routesOf } from './route-inventory.js';
import { StaticFile } from '../http/static-file.js';

/** Version of the HTTP interface. */
const version = '0.1.0';

/** The OpenAPI document of this gateway, generated once at startup. */
@Injectable()
export class OpenApiFile {
  readonly file: StaticFile;

  constructor(discovery: DiscoveryService) {
    const controllers = discovery.getControllers().map(({ metatype }) => metatype as Type);
    const document = openApiDocument(routesOf(controllers), version);
    this.file = new StaticFile(JSON.stringify(document), 'application/json; charset=utf-8');
  }
}

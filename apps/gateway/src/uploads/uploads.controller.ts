import { Body, Controller, Delete, HttpCode, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  initUploadSchema,
  partBytesSchema,
  uploadedPartSchema,
  uploadPartQuerySchema,
  uploadRefSchema,
  uploadSessionSchema,
  type InitUpload,
  type UploadPartQuery,
  type UploadRef,
} from '@earshot/dto-storage';
import type { FastifyRequest } from 'fastify';
import { RequirePermission } from '../auth/access.decorators.js';
import { BodyPipe, QueryPipe } from '../http/schema.pipe.js';
import { Context, type RequestContext } from '../http/request-context.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { UploadPartsService } from './upload-parts.service.js';
import { UploadsService } from './uploads.service.js';

/** Files that are sent in parts. */
@Resource('Uploads')
@RequirePermission('data')
@Controller('api/v1/upload')
export class UploadsController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly parts: UploadPartsService,
  ) {}

  @Post('init')
  @Operation({
    id: 'initUpload',
    summary: 'Begin an upload',
    description:
      "The session belongs to the key's project; a key of the installation names one in `metadata.project`. It expires after seven days " +
      'without a part.',
    answer: uploadSessionSchema,
    errors: ['project_not_found', 'project_forbidden', 'quota_exceeded'],
  })
  @HttpCode(200)
  init(@Context() context: RequestContext, @Body(new BodyPipe(initUploadSchema)) body: InitUpload) {
    return this.uploads.init(context, body);
  }

  @Post('part')
  @RouteConfig({ takesBytes: true, anyContentType: true, longBody: true })
  @Operation({
    id: 'uploadPart',
    summary: 'Send a part',
    description:
      'The body is the part itself, whatever its content type says. Parts come in any order and at the same time. One that is sent again ' +
      'replaces the one before once it is there whole. A checksum is verified when it is sent: `Content-MD5` in base64, ' +
      '`x-checksum-sha256` in hex or base64.',
    takes: { 'application/octet-stream': partBytesSchema },
    answer: uploadedPartSchema,
    errors: [
      'session_not_found',
      'session_closed',
      'part_number_out_of_range',
      'part_too_small',
      'part_lost',
      'quota_exceeded',
      'checksum_invalid',
      'checksum_mismatch',
    ],
  })
  @HttpCode(200)
  part(@Req() request: FastifyRequest, @Query(new QueryPipe(uploadPartQuerySchema)) query: UploadPartQuery) {
    return this.parts.send(request, query);
  }

  @Post('status')
  @Operation({
    id: 'readUpload',
    summary: 'Ask how an upload is',
    description: 'Changes nothing, not even when it expires.',
    answer: uploadSessionSchema,
    errors: ['session_not_found'],
  })
  @HttpCode(200)
  status(@Context() context: RequestContext, @Body(new BodyPipe(uploadRefSchema)) body: UploadRef) {
    return this.uploads.status(context, body);
  }

  @Delete('abort')
  @Operation({
    id: 'abortUpload',
    summary: 'Give an upload up',
    description: 'Its parts are deleted when the answer arrives. Again is as good as once.',
    answer: uploadSessionSchema,
    errors: ['session_not_found', 'session_consumed'],
  })
  @HttpCode(200)
  abort(@Context() context: RequestContext, @Body(new BodyPipe(uploadRefSchema)) body: UploadRef) {
    return this.uploads.abort(context, body);
  }
}

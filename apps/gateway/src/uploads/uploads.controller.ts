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
import { RequirePermission } from '../auth/route.decorators.js';
import { Context, type RequestContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { UploadPartsService } from './upload-parts.service.js';
import { UploadsService } from './uploads.service.js';
import { projectErrors } from '../openapi/route-errors.js';

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
    summary: 'Create an upload',
    description:
      'The upload session belongs to the project of the key. With an installation key, it belongs to the project in ' +
      '`metadata.project`; without one, such a key can create a file of any project from it. It expires after seven ' +
      'days without a new part.',
    answer: uploadSessionSchema,
    errors: [...projectErrors, 'quota_exceeded'],
  })
  @HttpCode(200)
  init(@Context() context: RequestContext, @Body(new BodyPipe(initUploadSchema)) body: InitUpload) {
    return this.uploads.init(context, body);
  }

  @Post('part')
  @RouteConfig({ takesBytes: true, anyContentType: true, longBody: true })
  @Operation({
    id: 'uploadPart',
    summary: 'Upload a part',
    description:
      'The body is the part itself; its content type is ignored. Parts can be sent in any order and concurrently. A part ' +
      'that is sent again replaces the previous one once it is complete. A checksum is verified if present: `Content-MD5` ' +
      'in base64, or `x-checksum-sha256` in hex or base64.',
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
    summary: 'Get upload status',
    description: 'Changes nothing and does not extend the expiry of the session.',
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
    summary: 'Abort an upload',
    description: 'All parts are deleted once the response arrives. The request can be repeated.',
    answer: uploadSessionSchema,
    errors: ['session_not_found', 'session_consumed'],
  })
  @HttpCode(200)
  abort(@Context() context: RequestContext, @Body(new BodyPipe(uploadRefSchema)) body: UploadRef) {
    return this.uploads.abort(context, body);
  }
}

import { Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  createToolSchema,
  toolPageSchema,
  toolSchema,
  updateToolSchema,
  type CreateTool,
  type ToolResponse,
  type UpdateTool,
} from '@earshot/dto-inference';
import { RequirePermission } from '../auth/access.decorators.js';
import { JsonBody, ParsedQuery } from '../http/parsed-parameters.js';
import { Context, type RequestContext } from '../http/request-context.js';
import type { Page } from '../management/page.js';
import { Operation, Resource } from '../openapi/operation.decorator.js';
import { ToolsService } from './tools.service.js';

/** The tools of a project. */
@RequirePermission('manage')
@Resource('Tools')
@Controller('api/v1/projects/:project/tools')
export class ToolsController {
  constructor(private readonly tools: ToolsService) {}

  @Post()
  @Operation({
    id: 'createTool',
    summary: 'Create a tool',
    description: 'Requests with `use_tools: true` offer the tool to models with the capability `tools`.',
    answer: toolSchema,
    errors: ['key_taken', 'id_taken', 'too_many_tools', 'address_not_allowed'],
  })
  create(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @JsonBody(createToolSchema) body: CreateTool,
  ): Promise<ToolResponse> {
    return this.tools.create(context, project, body);
  }

  @Get()
  @Operation({
    id: 'listTools',
    summary: 'List tools',
    description: 'Entries are listed oldest first.',
    answer: toolPageSchema,
    errors: ['cursor_invalid'],
  })
  @RequirePermission('read')
  list(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @ParsedQuery(listQuerySchema) query: ListQuery,
  ): Promise<Page<ToolResponse>> {
    return this.tools.list(context, project, query);
  }

  @Get(':tool')
  @Operation({ id: 'readTool', summary: 'Get a tool', answer: toolSchema, errors: ['tool_not_found'] })
  @RequirePermission('read')
  read(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('tool') tool: string,
  ): Promise<ToolResponse> {
    return this.tools.read(context, project, tool);
  }

  @Patch(':tool')
  @Operation({
    id: 'updateTool',
    summary: 'Update a tool',
    description: 'Omitted fields keep their values. The change applies everywhere once the response arrives.',
    answer: toolSchema,
    errors: ['tool_not_found', 'key_taken', 'tool_kind_fixed', 'headers_required', 'address_not_allowed'],
  })
  update(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('tool') tool: string,
    @JsonBody(updateToolSchema) body: UpdateTool,
  ): Promise<ToolResponse> {
    return this.tools.update(context, project, tool, body);
  }

  @Delete(':tool')
  @Operation({ id: 'deleteTool', summary: 'Delete a tool', errors: ['tool_not_found'] })
  @HttpCode(204)
  remove(
    @Context() context: RequestContext,
    @Param('project') project: string,
    @Param('tool') tool: string,
  ): Promise<void> {
    return this.tools.remove(context, project, tool);
  }
}

import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { listQuerySchema, type ListQuery } from '@earshot/dto-common';
import {
  createToolSchema,
  toolPageSchema,
  toolSchema,
  updateToolSchema,
  type CreateTool,
  type UpdateTool,
} from '@earshot/dto-inference';
import { RequirePermission } from '../auth/route.decorators.js';
import { InProject, type ProjectContext } from '../auth/request-context.js';
import { BodyPipe, QueryPipe } from '../http/request-pipes.js';
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
  create(@InProject() context: ProjectContext, @Body(new BodyPipe(createToolSchema)) body: CreateTool) {
    return this.tools.create(context, body);
  }

  @Get()
  @Operation({ id: 'listTools', summary: 'List tools', answer: toolPageSchema })
  @RequirePermission('read')
  list(@InProject() context: ProjectContext, @Query(new QueryPipe(listQuerySchema)) query: ListQuery) {
    return this.tools.list(context, query);
  }

  @Get(':tool')
  @Operation({ id: 'readTool', summary: 'Get a tool', answer: toolSchema })
  @RequirePermission('read')
  read(@InProject() context: ProjectContext, @Param('tool') tool: string) {
    return this.tools.read(context, tool);
  }

  @Patch(':tool')
  @Operation({
    id: 'updateTool',
    summary: 'Update a tool',
    description: 'Omitted fields keep their values. The change applies everywhere once the response arrives.',
    answer: toolSchema,
    errors: ['key_taken', 'tool_kind_fixed', 'headers_required', 'address_not_allowed'],
  })
  update(
    @InProject() context: ProjectContext,
    @Param('tool') tool: string,
    @Body(new BodyPipe(updateToolSchema)) body: UpdateTool,
  ) {
    return this.tools.update(context, tool, body);
  }

  @Delete(':tool')
  @Operation({ id: 'deleteTool', summary: 'Delete a tool' })
  remove(@InProject() context: ProjectContext, @Param('tool') tool: string) {
    return this.tools.remove(context, tool);
  }
}

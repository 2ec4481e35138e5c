import type { CommandContract } from '@earshot/contracts-core';
import type { Project } from '@earshot/contracts-projects';
import type { ListQuery } from '@earshot/dto-common';
import type { ProjectResource, ResourceDirectory } from '@earshot/directory';
import { notFound } from '@earshot/errors';
import type { ProjectContext } from '../auth/request-context.js';
import { writeIds } from '../http/write-ids.js';
import { mapPage, type ManagementClient, type LookUpContract, type Page } from './management.client.js';

/** Names a resource of a project to the service that owns it. */
interface ResourceRef {
  readonly id: string;
  readonly project_id: string;
}

/** Commands that every kind of resource has. */
interface ResourceCommands<Row> {
  readonly list: CommandContract<ListQuery & { project_id: string }, Page<Row>>;
  readonly remove: CommandContract<ResourceRef, unknown>;
  readonly lookUp: LookUpContract;
}

/** The resource that a write changes, and the id of the write's command. */
interface WriteTarget {
  readonly command: string;
  readonly ref: ResourceRef;
}

/**
 * Base of the services that manage resources of a project: reads come from the replica, lists and writes go to the
 * owning service. All writes of one project use one partition, so that they are applied in order.
 */
export abstract class ProjectResourceService<Row extends ProjectResource, Response> {
  /** @param kind name of the resource in error messages, such as `ab campaign`. */
  protected constructor(
    private readonly kind: string,
    protected readonly management: ManagementClient,
    protected readonly directory: ResourceDirectory<Row>,
    private readonly commands: ResourceCommands<Row>,
  ) {}

  /** Maps a row to the response. */
  protected abstract show(row: Row): Response;

  /** Runs before {@link show}; override it to wait for replicas that `show` reads. */
  protected prepare(): Promise<unknown> {
    return Promise.resolve();
  }

  async list({ project, call }: ProjectContext, page: ListQuery): Promise<Page<Response>> {
    const found = await this.management.read(this.commands.list, { ...page, project_id: project.id }, call);
    await this.prepare();
    return mapPage(found, (row) => this.show(row));
  }

  /** Returns all resources of the project, the oldest first. Reads the replica, so it needs no pages. */
  async all({ project }: Pick<ProjectContext, 'project'>): Promise<Response[]> {
    await this.directory.replica.fence();
    await this.prepare();
    return this.directory.of(project.id).map((row) => this.show(row));
  }

  /** @throws AppError `<kind>_not_found` */
  async read({ project }: ProjectContext, idOrKey: string): Promise<Response> {
    return this.#shown(await this.find(project, idOrKey));
  }

  /** @throws AppError `<kind>_not_found`, and the errors of the owning service. */
  async remove(context: ProjectContext, idOrKey: string): Promise<void> {
    const { command, ref } = await this.target(context, idOrKey);
    await this.management.write(this.commands.remove, ref, this.#options(context, command));
  }

  /** Creates a resource. @param toRequest builds the request from the id of the new resource and of its project. */
  protected async createBy<Q>(
    context: ProjectContext,
    contract: CommandContract<Q, Row>,
    toRequest: (ref: ResourceRef) => Q,
  ): Promise<Response> {
    const project_id = context.project.id;
    const { command, entity: id } = writeIds(context, project_id);
    const request = toRequest({ id, project_id });
    return this.#shown(await this.management.write(contract, request, this.#options(context, command)));
  }

  /** Updates the resource that {@link target} found. */
  protected async updateBy<Changes>(
    context: ProjectContext,
    contract: CommandContract<ResourceRef & { changes: Changes }, Row>,
    { command, ref }: WriteTarget,
    changes: Changes,
  ): Promise<Response> {
    return this.#shown(await this.management.write(contract, { ...ref, changes }, this.#options(context, command)));
  }

  /** Looks up the resource of a write. A retry finds it even if the first attempt renamed or removed it. */
  protected async target(context: ProjectContext, idOrKey: string): Promise<WriteTarget> {
    const { project } = context;
    const { command } = writeIds(context, project.id);
    const find = () => this.find(project, idOrKey);
    const id = await this.management.target(context, command, this.commands.lookUp, find);
    return { command, ref: { id, project_id: project.id } };
  }

  /** @throws AppError `<kind>_not_found` */
  protected async find({ id, key }: Pick<Project, 'id' | 'key'>, idOrKey: string): Promise<Row> {
    const row = await this.directory.findFenced(id, idOrKey);
    if (row === undefined) throw notFound(this.kind, `${key}/${idOrKey}`);
    return row;
  }

  async #shown(row: Row): Promise<Response> {
    await this.prepare();
    return this.show(row);
  }

  #options({ call, project }: ProjectContext, id: string) {
    return { call, id, key: project.id, changes: this.directory.replica };
  }
}

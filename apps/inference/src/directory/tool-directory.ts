import { Injectable } from '@nestjs/common';
import { toolsState, type Tool } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';

/** Every tool of the installation, by its project. */
@Injectable()
export class ToolDirectory {
  readonly #projects = new Map<string, Map<string, Tool>>();

  constructor(@InjectReplica(toolsState) replica: StateReplica<Tool>) {
    for (const tool of replica.values()) this.#add(tool);
    replica.onChange((id, tool, previous) => {
      if (tool) this.#add(tool);
      else if (previous) this.#remove(previous.project_id, id);
    });
  }

  /** The tools of a project, in the order in which they were made. */
  of(projectId: string): Tool[] {
    const tools = [...(this.#projects.get(projectId)?.values() ?? [])];
    return tools.sort((one, other) => (order(one) < order(other) ? -1 : 1));
  }

  #add(tool: Tool): void {
    let tools = this.#projects.get(tool.project_id);
    if (!tools) this.#projects.set(tool.project_id, (tools = new Map<string, Tool>()));
    tools.set(tool.id, tool);
  }

  #remove(projectId: string, id: string): void {
    const tools = this.#projects.get(projectId);
    tools?.delete(id);
    if (tools?.size === 0) this.#projects.delete(projectId);
  }
}

/** Of two made in the same millisecond everybody takes the same one first. */
function order({ created_at, id }: Tool): string {
  return `${created_at} ${id}`;
}

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { until } from '@earshot/messaging/testing';
import { World } from './world.js';

let world: World;

beforeAll(async () => {
  world = await World.begin();
}, 60_000);

afterAll(() => world.end(), 60_000);

describe('tools', () => {
  it('are in every replica when their creation, update or deletion is answered', async () => {
    const project = await world.makeProject();
    const tool = await world.makeTool(project.id, 'weather');
    await world.neighbours.tools.fence();
    expect(world.neighbours.tools.get(tool.id)).toEqual(tool);
    expect(await world.toolsOf(project.id)).toEqual([tool]);
    const changed = await world.changeTool(tool, { enabled: false, url: 'http://127.0.0.1:2/' });
    await world.neighbours.tools.fence();
    expect(world.neighbours.tools.get(tool.id)).toEqual(changed);
    const endpoint = { ...tool.endpoint, url: 'http://127.0.0.1:2/' };
    expect(changed).toEqual({ ...tool, enabled: false, endpoint, updated_at: changed.updated_at });
    await world.removeTool(tool);
    await world.neighbours.tools.fence();
    expect(world.neighbours.tools.get(tool.id)).toBeUndefined();
  });

  it('are created once for repeated commands, and rejected when they contradict existing ones', async () => {
    const project = await world.makeProject();
    const [id, command] = [v7(), v7()];
    const first = await world.makeTool(project.id, 'x', { id }, command);
    expect(await world.makeTool(project.id, 'x', { id }, command)).toEqual(first);
    await expect(world.makeTool(project.id, 'x')).rejects.toMatchObject({ code: 'key_taken', param: 'key' });
    await expect(world.makeTool(project.id, 'y', { id })).rejects.toMatchObject({ code: 'id_taken' });
    await expect(world.changeTool(first, { tool: 'find' })).rejects.toMatchObject({
      code: 'tool_kind_fixed',
      param: 'tool',
    });
    await expect(world.removeTool({ ...first, id: v7() })).rejects.toMatchObject({ code: 'tool_not_found' });
    await expect(world.makeTool(v7(), 'z')).rejects.toMatchObject({ code: 'project_not_found' });
    expect(await world.toolsOf(project.id)).toEqual([first]);
  });

  it('do not send stored headers to another address than they were given for', async () => {
    const project = await world.makeProject();
    const tool = await world.makeTool(project.id, 'x', {
      sealed_headers: 'v1.sealed',
      header_names: ['authorization'],
    });
    const url = 'http://127.0.0.1:3/';
    await expect(world.changeTool(tool, { url })).rejects.toMatchObject({ code: 'headers_required', param: 'headers' });
    const headers = { sealed_headers: null, header_names: [] };
    expect(await world.changeTool(tool, { url, headers })).toMatchObject({ ...headers, endpoint: { url } });
  });

  it('are deleted with their project', async () => {
    const project = await world.makeProject();
    const tool = await world.makeTool(project.id, 'x');
    await world.neighbours.publishRemoval(project.id);
    await until(() => world.neighbours.tools.get(tool.id) === undefined, 'the tool to go');
  });
});

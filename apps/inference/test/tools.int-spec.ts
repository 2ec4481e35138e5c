import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { until } from '@earshot/messaging/testing';
import { InferenceApp } from './inference-app.js';

let app: InferenceApp;

beforeAll(async () => {
  app = await InferenceApp.begin();
}, 60_000);

afterAll(() => app.end(), 60_000);

describe('tools', () => {
  it('are in every replica when their creation, update or deletion is answered', async () => {
    const project = await app.makeProject();
    const tool = await app.makeTool(project.id, 'weather');
    await app.neighbours.tools.fence();
    expect(app.neighbours.tools.get(tool.id)).toEqual(tool);
    expect(await app.toolsOf(project.id)).toEqual([tool]);
    const changed = await app.changeTool(tool, { enabled: false, url: 'http://127.0.0.1:2/' });
    await app.neighbours.tools.fence();
    expect(app.neighbours.tools.get(tool.id)).toEqual(changed);
    const endpoint = { ...tool.endpoint, url: 'http://127.0.0.1:2/' };
    expect(changed).toEqual({ ...tool, enabled: false, endpoint, updated_at: changed.updated_at });
    await app.removeTool(tool);
    await app.neighbours.tools.fence();
    expect(app.neighbours.tools.get(tool.id)).toBeUndefined();
  });

  it('are created once for repeated commands, and rejected when they contradict existing ones', async () => {
    const project = await app.makeProject();
    const [id, command] = [v7(), v7()];
    const first = await app.makeTool(project.id, 'x', { id }, command);
    expect(await app.makeTool(project.id, 'x', { id }, command)).toEqual(first);
    await expect(app.makeTool(project.id, 'x')).rejects.toMatchObject({ code: 'key_taken', param: 'key' });
    await expect(app.makeTool(project.id, 'y', { id })).rejects.toMatchObject({ code: 'id_taken' });
    await expect(app.changeTool(first, { tool: 'find' })).rejects.toMatchObject({
      code: 'tool_kind_fixed',
      param: 'tool',
    });
    await expect(app.removeTool({ ...first, id: v7() })).rejects.toMatchObject({ code: 'tool_not_found' });
    await expect(app.makeTool(v7(), 'z')).rejects.toMatchObject({ code: 'project_not_found' });
    expect(await app.toolsOf(project.id)).toEqual([first]);
  });

  it('do not send stored headers to another address than they were given for', async () => {
    const project = await app.makeProject();
    const tool = await app.makeTool(project.id, 'x', {
      sealed_headers: 'v1.sealed',
      header_names: ['authorization'],
    });
    const url = 'http://127.0.0.1:3/';
    await expect(app.changeTool(tool, { url })).rejects.toMatchObject({ code: 'headers_required', param: 'headers' });
    const headers = { sealed_headers: null, header_names: [] };
    expect(await app.changeTool(tool, { url, headers })).toMatchObject({ ...headers, endpoint: { url } });
  });

  it('are deleted with their project', async () => {
    const project = await app.makeProject();
    const tool = await app.makeTool(project.id, 'x');
    await app.neighbours.publishRemoval(project.id);
    await until(() => app.neighbours.tools.get(tool.id) === undefined, 'the tool to go');
  });
});

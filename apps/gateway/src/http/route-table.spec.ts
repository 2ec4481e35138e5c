import { describe, expect, it } from '@jest/globals';
import { RouteTable } from './edge.hook.js';

describe(RouteTable.name, () => {
  const routes = new RouteTable();
  routes.add('GET', '/a/:id');
  routes.add(['PUT', 'DELETE'], '/a/:id');
  routes.add('POST', '/a/fixed.json');

  it.each([
    ['/a/1', ['DELETE', 'GET', 'OPTIONS', 'PUT']],
    ['/a/fixed.json', ['DELETE', 'GET', 'OPTIONS', 'POST', 'PUT']],
    ['/a/fixedxjson', ['DELETE', 'GET', 'OPTIONS', 'PUT']],
    ['/a', []],
    ['/a/', []],
    ['/a/1/b', []],
    ['/b/a/1', []],
  ])('has the methods of %s', (path, methods) => {
    expect(routes.methodsOf(path)).toEqual(methods);
  });
});

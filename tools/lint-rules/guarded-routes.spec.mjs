import { guardedRoutes } from './guarded-routes.mjs';
import { ruleTester } from './rule-tester.mjs';

const unguarded = (name) => ({ messageId: 'unguarded', data: { name } });

ruleTester.run('guarded-routes', guardedRoutes, {
  valid: [
    { name: 'a route with a permission', code: "class A { @Get() @RequirePermission('read') list() {} }" },
    { name: 'a route for administrators', code: 'class A { @AdminOnly() @Post() create() {} }' },
    { name: 'a public route', code: "class A { @Get('/livez') @Public() live() {} }" },
    { name: 'a permission on the class', code: "@RequirePermission('manage') class A { @Delete(':id') remove() {} }" },
    {
      name: 'a permission on an exported class',
      code: '@AdminOnly() @Controller() export class A { @Get() list() {} }',
    },
    { name: 'a method that is no route', code: 'class A { helper() {} }' },
  ],
  invalid: [
    { name: 'a route that says nothing', code: 'class A { @Get() list() {} }', errors: [unguarded('list')] },
    {
      name: 'the one forgotten among others',
      code: "class A { @Get() @Public() a() {} @Patch(':id') b() {} }",
      errors: [unguarded('b')],
    },
    { name: 'a guard of another name', code: 'class A { @UseGuards(X) @Put() put() {} }', errors: [unguarded('put')] },
    {
      name: 'a guard on another class',
      code: '@Public() class A {} class B { @All() any() {} }',
      errors: [unguarded('any')],
    },
  ],
});

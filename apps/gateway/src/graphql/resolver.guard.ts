import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import { checkRule } from '../auth/access.guard.js';
import { callerOf } from '../auth/request-context.js';
import { accessRuleOf } from '../auth/route.decorators.js';
import type { OperationContext } from './resolver.decorators.js';

/** Checks the permission that a root field requires. */
@Injectable()
export class ResolverGuard implements CanActivate {
  /** @throws AppError `admin_key_required`, `permission_missing`; Error for a field without a rule. */
  canActivate(execution: ExecutionContext): boolean {
    const { request } = GqlExecutionContext.create(execution).getContext<OperationContext>();
    checkRule(
      accessRuleOf({ controller: execution.getClass(), handler: execution.getHandler() as () => unknown }),
      callerOf(request),
    );
    return true;
  }
}

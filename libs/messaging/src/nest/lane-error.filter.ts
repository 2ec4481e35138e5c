import { Catch, type ExceptionFilter } from '@nestjs/common';
import { throwError, type Observable } from 'rxjs';

/**
 * Hands an error to the lane as it is; Nest's own filter would make the same bare object of every one. Filters declared
 * above the lane's decorator on the same method come first.
 */
@Catch()
export class LaneErrorFilter implements ExceptionFilter {
  catch(exception: unknown): Observable<never> {
    return throwError(() => exception);
  }
}

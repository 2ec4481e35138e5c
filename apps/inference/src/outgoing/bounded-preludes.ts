import { errors, type Dispatcher } from 'undici';

/** Most informational responses (1xx) before an answer. Good servers send two or three; each costs the event loop as much as an answer does. */
export const maxPreludes = 32;

/** Makes a client break off an answer before which there are more than {@link maxPreludes} informational ones. */
export const boundedPreludes: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let preludes = 0;
  // By inheritance: the handler keeps its own state in `this`.
  const bounded = Object.create(handler) as Dispatcher.DispatchHandler;
  bounded.onResponseStart = function (controller, status, ...rest) {
    if (status < 200) preludes += 1;
    if (preludes > maxPreludes) controller.abort(new errors.SocketError('too many informational responses'));
    else handler.onResponseStart?.call(this, controller, status, ...rest);
  };
  return dispatch(options, bounded);
};

import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { asRecord } from '../base/record.ts';
import { flattened, stateText } from './document/page-state.ts';
import { watchRequests } from './state/network/requests.ts';

// The framework leaves a rejection unhandled when a navigation is replaced before the end of its answer.
addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
});

watchRequests();

// The router gives keys only to entries that it makes itself. This is the first one of its document.
if (asRecord(history.state)?.key === undefined)
  history.replaceState({ ...history.state, key: String(performance.timeOrigin) }, '');

// The framework's inline script makes the stream.
const data: ReadableStreamDefaultController<string> = Reflect.get(window, '__reactRouterContext').streamController;
data.enqueue(flattened(stateText()));
data.close();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

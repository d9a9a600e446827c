import '../entry.client.tsx';
import { markBackgroundRequests } from './state/background.ts';

markBackgroundRequests();

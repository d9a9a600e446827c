import '../entry.client.tsx';
import { markBackgroundRequests } from './kit/requests.ts';

markBackgroundRequests();

/** Property tests generate the same values in every run. `FC_SEED=NUMBER` makes them search elsewhere. */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.FC_SEED ?? 1) });

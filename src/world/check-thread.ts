import { parentPort } from 'node:worker_threads'
import { outcomeOf } from './check-outcome.ts'

/* Program of the thread that checks a world, started by check-in-thread.ts. */

const parent = parentPort
parent?.once('message', async (wanted) => parent.postMessage(await outcomeOf(wanted)))

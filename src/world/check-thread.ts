import { parentPort, workerData } from 'node:worker_threads'
import { outcomeOf } from './check-outcome.ts'

/* Program of the thread that checks a world, started by check-beside.ts. */

const parent = parentPort
if (parent) void outcomeOf(workerData).then((outcome) => parent.postMessage(outcome))

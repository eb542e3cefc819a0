import { parentPort, workerData } from 'node:worker_threads'
import { outcomeOf } from './check-outcome.ts'

/* The program of the thread that checks a world: check-beside.ts starts it. */

parentPort?.postMessage(await outcomeOf(workerData))

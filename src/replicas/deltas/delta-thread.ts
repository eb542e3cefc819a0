import { parentPort, workerData } from 'node:worker_threads'
import { runDeltaTask } from './delta-task.ts'

/* Program of the thread that reads and writes deltas, started by delta-beside.ts. */

parentPort?.postMessage(runDeltaTask(workerData))

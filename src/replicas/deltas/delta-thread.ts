import { parentPort } from 'node:worker_threads'
import { runDeltaTask } from './delta-task.ts'

/* Program of the thread that reads and writes deltas, started by delta-in-thread.ts. */

const parent = parentPort
parent?.once('message', (task) => parent.postMessage(runDeltaTask(task)))

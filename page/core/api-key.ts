import { createStore, type Store, useStore } from './store.ts'

/** API key that owns what the page makes in the accounts of a world; empty without one. */
const apiKey: Store<string> = createStore('')

export const useApiKey = (): string => useStore(apiKey)
export const setApiKey = (key: string): void => apiKey.set(key)

import type { JSX } from 'preact'
import { setApiKey, useApiKey } from '../core/api-key.ts'

/** Field of the API key whose webhooks, exports and counts the page makes and reads. */
export const KeyField = (): JSX.Element => (
  <label class="field">
    API key, if any
    <input
      type="text"
      autocomplete="off"
      spellcheck={false}
      value={useApiKey()}
      onInput={({ currentTarget }) => setApiKey(currentTarget.value.trim())}
    />
  </label>
)

import './styles/base.css'
import './styles/shell.css'
import './styles/parts.css'
import './styles/views.css'
import { render } from 'preact'
import { followHash } from './core/route.ts'
import { takeToken } from './core/server.ts'
import { watchWorld } from './core/world.ts'
import { App } from './parts/app.tsx'

takeToken()
followHash()
watchWorld()

const root = document.getElementById('app')
if (root) render(<App />, root)

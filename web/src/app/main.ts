import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './router.svelte'
import { takeKey } from '../account/recovery.svelte'
import { showMotion, showTheme } from '../lib/settings.svelte'
import { turns } from '../lobby/waiting_matches.svelte'
import '../styles/tokens.css'
import '../styles/page.css'
import '../styles/parts.css'
import '../styles/board.css'

showTheme()
showMotion()
takeKey() // before anything else: it must not stay in the address
router.start()
turns.start()
const place = document.getElementById('benben')
place?.replaceChildren() // the outline of a table, which App shows too
document.documentElement.removeAttribute('data-table')
if (place) mount(App, { target: place })

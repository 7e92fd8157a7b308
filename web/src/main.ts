import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { takeKey } from './lib/recovery.svelte'
import { showTheme } from './lib/settings.svelte'
import { turns } from './lib/turns.svelte'
import './styles/tokens.css'
import './styles/page.css'
import './styles/parts.css'

showTheme()
takeKey() // before anything else: it must not stay in the address
router.start()
turns.start()
const place = document.getElementById('benben')
if (place) mount(App, { target: place })

import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './lib/router.svelte'
import { showTheme } from './lib/settings.svelte'
import './styles/tokens.css'
import './styles/page.css'
import './styles/parts.css'

showTheme()
router.start()
const place = document.getElementById('benben')
if (place) mount(App, { target: place })

// Steps through a replay without loading the page anew: every link of a step has a fragment behind it.

const say = document.getElementById("say");
const pace = () => Number(document.querySelector("[name=pace]:checked").value);
let timer = 0;
let asked = 0;

const table = () => document.getElementById("replay");
const button = (name) => table().querySelector(`[data-step="${name}"]`);

async function go(address, name) {
  const number = ++asked;
  const fragment = new URL(address, location.href);
  fragment.searchParams.set("fragment", "");
  const answer = await fetch(fragment).catch(() => null);
  if (number !== asked) return false;
  if (!answer?.ok) {
    location.assign(address);
    return false;
  }
  const drawn = document.createElement("template");
  drawn.innerHTML = await answer.text();
  if (number !== asked) return false;
  table().replaceWith(drawn.content.getElementById("replay"));
  history.replaceState(null, "", address);
  show();
  say.textContent = table().dataset.say;
  if (name !== "") focus(name, new URL(address, location.href));
  return true;
}

// The pressed link is a new element now: where it is none any more, the play button is the next best.
function focus(name, address) {
  const links = [...table().querySelectorAll("a[href]")];
  const same = name ? button(name) : links.find((link) => link.search === address.search);
  const next = same?.matches("a, button") ? same : name && button("play");
  next?.focus({ preventScroll: true });
}

function show() {
  button("play").classList.toggle("playing", timer !== 0);
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  show();
}

async function run() {
  const next = button("next");
  if (!next.href) return stop();
  const own = timer;
  const focused = table().contains(document.activeElement) ? document.activeElement.dataset.step : "";
  await go(next.href, focused);
  if (timer === own) timer = setTimeout(run, pace());
}

function play() {
  if (timer) return stop();
  timer = setTimeout(run, button("next").href ? 0 : 1);
  show();
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (event.target.closest("[data-step=play]")) return play();
  const link = event.target.closest("#replay a[href]");
  if (!link) return;
  event.preventDefault();
  stop();
  go(link.href, link.dataset.step);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
  const forth = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const back = document.documentElement.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
  const name = { [forth]: "next", [back]: "previous" }[event.key];
  if (!name || !button(name).href) return;
  event.preventDefault();
  stop();
  go(button(name).href, name);
});

addEventListener("pagehide", stop);

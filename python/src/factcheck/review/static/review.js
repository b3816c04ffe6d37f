// Keyboard, and changes without loading the page anew.  All of it works without this script, too, by links and forms.
"use strict";

const PART = {"X-Factcheck-Part": "1"};
const TRY_AFTER = 500, LOOK_EVERY = 5000;
const review = document.getElementById("review");
let running = 0, isSending = false, next = null, lastOpened = 0, lastTried = 0;

const panel = () => document.getElementById("panel");
const marks = claim => document.querySelectorAll(`#text [data-claim="${claim}"]`);

// Asks for a part of the page.  What the server cannot answer is told, and the page stays as it is.
async function ask(address, options = {}) {
  ++running;
  panel().setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, {...options, headers: PART, credentials: "same-origin"});
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    tell("The page cannot be reached: factcheck serve may have been stopped. What you typed is still here.");
    return null;
  } finally {
    if (!--running) panel().removeAttribute("aria-busy");
  }
}

function tell(text) {
  const told = document.createElement("div");
  told.className = "review-told";
  told.setAttribute("role", "alert");
  told.textContent = text;
  document.getElementById("told").replaceChildren(told);
}

function take(part) {
  for (const name of ["told", "counts", "panel"]) {
    const fresh = part.getElementById(name), old = document.getElementById(name);
    if (fresh && old) old.replaceWith(document.adoptNode(fresh));
  }
  review.classList.remove("review-whole");
  const fresh = part.getElementById("marks");
  if (fresh) {
    review.dataset.run = fresh.dataset.run;
    for (const each of fresh.children) {
      for (const mark of marks(each.dataset.claim)) {
        mark.className = each.className;
        (mark.querySelector("a") ?? mark).setAttribute("aria-label", each.textContent);
      }
    }
    for (const each of part.getElementById("signs").children) {
      for (const sign of document.querySelectorAll(`#text [data-sentence="${each.dataset.sentence}"]`)) {
        sign.className = each.className;
        sign.dataset.shown = each.dataset.shown;
        sign.title = each.textContent;
        sign.setAttribute("aria-label", each.textContent);
      }
    }
    document.getElementById("n-doubtful").textContent = fresh.querySelectorAll("[data-doubtful]").length;
  }
  showCurrent();
}

function showCurrent(scroll = false) {
  for (const old of document.querySelectorAll("#text .is-current")) {
    old.classList.remove("is-current");
    (old.querySelector("a") ?? old).removeAttribute("aria-current");
  }
  for (const mark of marks(panel().dataset.claim)) {
    mark.classList.add("is-current");
    (mark.querySelector("a") ?? mark).setAttribute("aria-current", "true");
    if (scroll && mark.tagName === "MARK") mark.scrollIntoView({block: "nearest"});
  }
}

// Shows a claim; while a decision is under way, as soon as its result is there.
async function open(address, focus) {
  if (isSending) {
    next = address;
    return;
  }
  const number = ++lastOpened;
  const part = await ask(address);
  if (!part || number !== lastOpened || isSending) return;
  if (!part.getElementById("panel")) {
    take(part);
    return;
  }
  history.replaceState(null, "", address);
  document.getElementById("told").replaceChildren();
  take(part);
  showCurrent(true);
  const aim = document.getElementById(new URL(address).hash.slice(1));
  if (aim) aim.scrollIntoView();
  if (focus) (aim ?? document.getElementById("panel-heading")).focus({preventScroll: isBeside()});
}

const isBeside = () => getComputedStyle(panel()).position === "sticky";

function fields(form, button) {
  const given = new FormData(form);
  if (button?.name) given.append(button.name, button.value);
  return new URLSearchParams(given);
}

async function send(form, button) {
  if (isSending) return;
  isSending = true;
  const buttons = panel().querySelectorAll("button");
  const body = fields(form, button);
  for (const each of buttons) each.disabled = true;
  const part = await ask(form.action, {method: "POST", body});
  for (const each of buttons) each.disabled = false;
  isSending = false;
  if (part) {
    const hasError = part.querySelector("#told .review-told") !== null;
    take(part);
    if (!hasError) history.replaceState(null, "", claimAddress());
    const told = document.querySelector("#told .review-told") ?? document.getElementById("panel-heading");
    told.focus({preventScroll: isBeside()});
    if (hasError) next = null;
  }
  if (next) open(next, true);
  next = null;
}

async function tryOut(form, address) {
  clearTimeout(waiting);
  const number = ++lastTried;
  const part = await ask(address, {method: "POST", body: fields(form)});
  if (part && form.isConnected && number === lastTried) takeTried(form, part);
}

function claimAddress() {
  const show = new URLSearchParams(location.search).get("show");
  const base = location.pathname.replace(/\/claims\/.*$/, "");
  return `${base}/claims/${panel().dataset.claim}${show ? `?show=${show}` : ""}`;
}

// Only the result is taken: what is being typed stays.
function takeTried(form, part) {
  const place = form.querySelector("[id^=tried-]");
  const tried = part.getElementById(place.id), told = part.querySelector("#told .review-told");
  if (tried) place.replaceChildren(...document.adoptNode(tried).childNodes);
  else if (told) place.replaceChildren(document.adoptNode(told));
  else tell(part.body.textContent.trim());
  place.scrollIntoView({block: "nearest"});
}

let waiting = 0;

function tryLater(form) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (form.isConnected && !isSending) tryOut(form, form.dataset.try);
  }, TRY_AFTER);
}

function press(key) {
  const button = key === "c" ? panel().querySelector('button[data-key="1"]') : panel().querySelector(`button[data-key="${key}"]`);
  if (button && !button.disabled) button.click();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const way = {j: "after", k: "before"}[event.key];
  if (way) {
    const link = document.getElementById(way);
    if (link) open(link.href, true);
  } else if (/^[1-9cdu]$/.test(event.key)) {
    if (!event.repeat) press(event.key);
  } else {
    return;
  }
  event.preventDefault();
}

function onClick(event) {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const inText = link.closest("#text [data-claim]");
  if (inText || link.dataset.claimLink) {
    event.preventDefault();
    open(link.href, true);
  }
}

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(review.dataset.state, {credentials: "same-origin"});
    if (!answer.ok) return;
    const {run} = await answer.json();
    const news = document.getElementById("news");
    if (String(run) === review.dataset.run || running) {
      if (String(run) === review.dataset.run) news.hidden = true;
      return;
    }
    if (news.hidden) {
      const link = document.createElement("a");
      link.href = location.href;
      link.textContent = "Show what holds now";
      news.replaceChildren("Another decision was made about this document, or it was checked again. ", link, ".");
      news.hidden = false;
    }
  } catch {
    // told when something is asked for
  }
}

function watchCheck(progress) {
  const timer = setInterval(async () => {
    try {
      const answer = await fetch(progress.dataset.state, {credentials: "same-origin"});
      const state = answer.ok ? await answer.json() : {is_over: true};
      if (state.is_over) {
        clearInterval(timer);
        location.reload();
      } else {
        document.getElementById("seconds").textContent = state.seconds;
        document.getElementById("share").value = state.share;
        if (state.step) document.getElementById("step").textContent = state.step;
      }
    } catch {
      clearInterval(timer);
      progress.textContent = "The page cannot be reached: factcheck serve may have been stopped.";
    }
  }, 1000);
}

if (review) {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  document.addEventListener("submit", event => {
    if (!event.target.matches("[data-live]")) return;
    event.preventDefault();
    const address = event.submitter?.getAttribute("formaction");
    if (address) tryOut(event.target, address);
    else send(event.target, event.submitter);
  });
  document.addEventListener("input", event => {
    const form = event.target.closest("form[data-try]");
    if (form) tryLater(form);
  });
  showCurrent();
  setInterval(look, LOOK_EVERY);
}
const progress = document.getElementById("progress");
if (progress) watchCheck(progress);

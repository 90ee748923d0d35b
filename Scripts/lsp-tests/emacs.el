;; Drives Emacs with eglot and the configuration in editors/, without a screen, and prints what is in its buffers.
(require 'package)
(package-initialize)
(setq make-backup-files nil create-lockfiles nil)
;; Like the question to a person, it takes time, in which messages are read.
(fset 'y-or-n-p (lambda (&rest _) (accept-process-output nil 0.3) t))
(load (getenv "MM_CONFIGURATION") nil t)
(require 'eglot)

(defun wait-for (what condition)
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (unless (funcall condition) (error "%s is missing after 20 s: %s" what (buffer-string)))))

;; Chooses the first candidate, as somebody does who presses Return in a menu.
(setq completion-in-region-function
      (lambda (start end table predicate)
        (let* ((typed (buffer-substring start end))
               (first (car (completion-all-completions typed table predicate (length typed)))))
          (completion--replace start end first)
          (completion--done first 'finished))))

(defun say (name value) (princ (format "%s: %s\n" name value)))
(defun line () (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(set-language-environment "UTF-8")
(find-file "ä.md")
;; What a command would run: eglot-ensure waits for one.
(run-hooks 'post-command-hook)
(wait-for "the server" #'eglot-current-server)

;; In the list of tags, behind the blank.
(goto-char (point-min))
(search-forward ", ")
(insert "hea")
(completion-at-point)
(say "completed" (line))

(insert ", Unknown")
(eglot--signal-textDocument/didChange)
(flymake-mode 1)
(flymake-start)
(defun problems ()
  (mapcar (lambda (problem)
            (buffer-substring-no-properties (flymake-diagnostic-beg problem) (flymake-diagnostic-end problem)))
          (flymake-diagnostics)))
;; What was typed before was a problem for a moment.
(wait-for "the problem" (lambda () (equal (problems) '("Unknown"))))
(say "problem" (car (problems)))

;; As the code action does that creates the tag.
(eglot-execute-command (eglot-current-server) "memoss.createTag" ["Unknown"])
(say "registered" (with-current-buffer (find-file-noselect "tags.yaml")
                    ;; Without a screen, nothing is ever idle.
                    (eglot--signal-textDocument/didChange)
                    (if (string-match-p "^Unknown:" (buffer-string)) "yes" "no")))

;; Of a tag in two files and the registry, of which one file is open.
(goto-char (point-min))
(search-forward "[W")
(eglot-rename "Jöb/😀")
(say "renamed" (line))
(save-some-buffers t)

;; In front of an emoji, faster than problems come: their places are those of another text.
(find-file "d.md")
(insert "---\ntags: [a 😀]\n---\n")
(save-buffer)
(run-hooks 'post-command-hook)
(wait-for "the server of another file" #'eglot-managed-p)
(flymake-mode 1)
(goto-char (point-min))
(search-forward "[a")
(dolist (letter (string-to-list "hello"))
  (insert letter)
  (eglot--signal-textDocument/didChange)
  (insert letter)
  (accept-process-output nil 0.2)
  (eglot--signal-textDocument/didChange)
  (accept-process-output nil 0.1))
(say "typed" (line))
